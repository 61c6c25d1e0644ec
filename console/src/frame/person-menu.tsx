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
import { Link } from '@tanstack/react-router';
import { useSignedIn, useSignOut, useSwitchOrganization } from '../session/session.ts';
import { chooseTheme, type Theme, useTheme } from '../theme.ts';

const THEMES: Record<Theme, string> = { system: 'System theme', light: 'Light', dark: 'Dark' };

export const PersonMenu = () => {
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
              Connect an app
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
