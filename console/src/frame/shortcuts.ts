import type { LinkProps } from '@tanstack/react-router';

/** A place that the keys `g` and `letter`, the command palette and the navigation lead to. */
export type Place = { to: LinkProps['to']; name: string; letter: string; exact?: true };

export const PLACES: readonly Place[] = [
  { to: '/', name: 'Home', letter: 'h', exact: true },
  { to: '/batches', name: 'Batches', letter: 'b' },
  { to: '/executions', name: 'Executions', letter: 'e' },
  { to: '/review', name: 'Review', letter: 'r' },
  { to: '/workflows', name: 'Workflows', letter: 'w' },
  { to: '/usage', name: 'Usage', letter: 'u' },
  { to: '/developers', name: 'Developers', letter: 'd' },
  { to: '/organization', name: 'Organization', letter: 'o' },
];

/** Keys that are pressed one after another, each as it stands on the keyboard. */
type Shortcut = { keys: readonly string[]; words: string };

/** Every shortcut of the console, by the page on which it works. The keys of a page are handled by the page itself. */
export const SHORTCUTS: readonly { page: string; shortcuts: readonly Shortcut[] }[] = [
  {
    page: 'Everywhere',
    shortcuts: [
      { keys: ['Ctrl/⌘ K'], words: 'Search and go to anything' },
      { keys: ['?'], words: 'Show the shortcuts' },
      ...PLACES.map(({ name, letter }) => ({ keys: ['G', letter.toUpperCase()], words: `Go to ${name}` })),
    ],
  },
  {
    page: 'Home',
    shortcuts: [
      { keys: ['Ctrl/⌘ V'], words: 'Paste images' },
      { keys: ['Ctrl/⌘ Enter'], words: 'Run the chosen images' },
    ],
  },
  {
    page: 'Review',
    shortcuts: [
      { keys: ['A'], words: 'Approve' },
      { keys: ['R'], words: 'Reject' },
      { keys: ['1 – 9'], words: 'Reject with this code' },
      { keys: ['J'], words: 'Next image' },
      { keys: ['K'], words: 'Previous image' },
      { keys: ['Space'], words: 'Show the original' },
      { keys: ['Z'], words: 'Zoom to 100 %' },
    ],
  },
];
