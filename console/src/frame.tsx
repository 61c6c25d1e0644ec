import {
  Content,
  Item,
  Label,
  Portal,
  RadioGroup,
  RadioItem,
  Root,
  Separator,
  Trigger,
} from '@radix-ui/react-dropdown-menu';
import { Link, Outlet } from '@tanstack/react-router';
import { Mark } from './parts/mark.tsx';
import { useSignedIn, useSignOut, useSwitchOrganization } from './session/session.ts';
import { chooseTheme, type Theme, useTheme } from './theme.ts';

/** The header and main area around every page that needs a session. */
export const Frame = () => {
  const { organization } = useSignedIn();
  return (
    <>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <header className="bar">
        <Link to="/" className="wordmark" aria-label="Darkroom, Home">
          <Mark />
          <span>Darkroom</span>
        </Link>
        <nav aria-label="Main">
          <Link to="/" activeOptions={{ exact: true }}>
            Home
          </Link>
          <Link to="/organization">Organization</Link>
        </nav>
        <PersonMenu />
      </header>
      <main id="content" tabIndex={-1}>
        {/* The key resets all page state, so that nothing typed or shown in one organization appears in another. */}
        <Outlet key={organization.id} />
      </main>
    </>
  );
};

const THEMES: Record<Theme, string> = { system: 'System theme', light: 'Light', dark: 'Dark' };

const PersonMenu = () => {
  const { user, organization, organizations } = useSignedIn();
  const signOut = useSignOut();
  const switchTo = useSwitchOrganization();
  const theme = useTheme();
  const others = organizations.filter(({ id }) => id !== organization.id);
  return (
    // A modal menu would lock scrolling with a style element, which the content security policy forbids.
    <Root modal={false}>
      <Trigger className="person" aria-label={`Account menu of ${user.name}, ${organization.name}`}>
        <span className="where">{organization.name}</span>
        <span className="initial">{user.name.slice(0, 1).toUpperCase()}</span>
      </Trigger>
      <Portal>
        <Content className="menu" align="end" sideOffset={6} collisionPadding={12}>
          <Label className="menu-label">
            {user.name}, {organization.role}
            <br />
            {user.email}
          </Label>
          <Item asChild>
            <Link to="/account" className="menu-item">
              Account
            </Link>
          </Item>
          <Item asChild>
            <Link to="/activate" className="menu-item">
              Connect a device
            </Link>
          </Item>
          <Item asChild>
            <Link to="/docs" className="menu-item">
              API reference
            </Link>
          </Item>
          {others.length > 0 && (
            <>
              <Separator className="menu-line" />
              <Label className="menu-label">Switch to</Label>
              {others.map(({ id, name }) => (
                <Item key={id} className="menu-item" onSelect={() => switchTo.mutate(id)}>
                  {name}
                </Item>
              ))}
            </>
          )}
          <Separator className="menu-line" />
          <RadioGroup value={theme} onValueChange={(value) => chooseTheme(value as Theme)}>
            {Object.entries(THEMES).map(([value, words]) => (
              <RadioItem key={value} value={value} className="menu-item">
                <span className="tick" aria-hidden="true">
                  {theme === value ? '✓' : ''}
                </span>
                {words}
              </RadioItem>
            ))}
          </RadioGroup>
          <Separator className="menu-line" />
          <Item className="menu-item" onSelect={() => signOut.mutate({ everywhere: false })}>
            Sign out
          </Item>
        </Content>
      </Portal>
    </Root>
  );
};
