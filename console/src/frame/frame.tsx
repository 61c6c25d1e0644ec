import { Link, Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Logo } from '../parts/logo.tsx';
import { restoreFields } from '../session/kept-fields.ts';
import { useSignedIn } from '../session/session.ts';
import { GlobalShortcuts } from './global-shortcuts.tsx';
import { LostConnection } from './lost-connection.tsx';
import { Navigation } from './navigation.tsx';
import { PersonMenu } from './person-menu.tsx';
import { Toasts } from './toasts.tsx';

/** The side navigation and main area around every page that needs a session. */
export const Frame = () => {
  const { organization, user } = useSignedIn();
  useEffect(() => restoreFields(user.id), [user.id]);
  return (
    <div className="frame">
      <a className="skip" href="#content">
        Skip to content
      </a>
      <header className="side">
        <Link to="/" className="wordmark" aria-label="Darkroom, Home">
          <Logo />
          <span>Darkroom</span>
        </Link>
        <GlobalShortcuts />
        <Navigation />
        <PersonMenu />
      </header>
      <main id="content" tabIndex={-1}>
        {/* The React key resets all page state: nothing typed or shown in one organization appears in another. */}
        <Outlet key={organization.id} />
      </main>
      <LostConnection />
      <Toasts />
    </div>
  );
};
