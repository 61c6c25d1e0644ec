import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Heading } from '../parts/heading.tsx';
import { Logo } from '../parts/logo.tsx';
import { Reference } from '../reference/reference.tsx';

/** The API reference for readers who need not be signed in. */
export const Docs = () => {
  const [find, setFind] = useState('');
  return (
    <>
      <header className="public-head">
        <Link to="/" className="wordmark" aria-label="Darkroom, Home">
          <Logo />
          <span>Darkroom</span>
        </Link>
      </header>
      <main className="page">
        <Heading>API reference</Heading>
        <Reference find={find} onFind={setFind} />
      </main>
    </>
  );
};
