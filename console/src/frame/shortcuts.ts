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

/** The keys as labelled on the keyboard: one key, two keys to press in turn, or the keys of two related actions. */
type Shortcut = { keys: readonly string[]; words: string };

/** The keys of the review page, which also lists them below the image. */
export const REVIEW_SHORTCUTS: readonly Shortcut[] = [
  { keys: ['A'], words: 'Approve' },
  { keys: ['R'], words: 'Reject with a reason' },
  { keys: ['1–9'], words: 'Reject with a code' },
  { keys: ['E'], words: 'Redo with other settings' },
  { keys: ['U'], words: 'Undo' },
  { keys: ['J', 'K'], words: 'Next, previous' },
  { keys: ['Space'], words: 'Hold to see the original' },
  { keys: ['Z'], words: '100 %' },
  { keys: ['B'], words: 'Backdrop' },
  { keys: ['M'], words: 'Mark an area' },
  { keys: ['Esc'], words: 'Close' },
];

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
    page: 'Executions',
    shortcuts: [
      { keys: ['/'], words: 'Search file names' },
      { keys: ['J', 'K'], words: 'Next, previous; also ↓ and ↑' },
      { keys: ['Enter'], words: 'Open' },
      { keys: ['X'], words: 'Select; Shift with J or K selects a range' },
      { keys: ['A'], words: 'Select all that are loaded' },
      { keys: ['B'], words: 'Go to the actions for the selection' },
      { keys: ['Esc'], words: 'Clear the selection' },
    ],
  },
  { page: 'One execution', shortcuts: [{ keys: ['J', 'K'], words: 'Next, previous in the list' }] },
  { page: 'Review', shortcuts: REVIEW_SHORTCUTS },
  {
    page: 'Workflow editor',
    shortcuts: [
      { keys: ['Ctrl/⌘ S'], words: 'Save' },
      { keys: ['Ctrl/⌘ Z'], words: 'Undo' },
      { keys: ['Ctrl/⌘ Shift Z'], words: 'Redo' },
      { keys: ['↑', '↓'], words: 'Select another step' },
      { keys: ['Alt ↑', 'Alt ↓'], words: 'Move the step' },
      { keys: ['Delete'], words: 'Remove the step' },
      { keys: ['Shift ↑', 'Shift ↓'], words: 'Change a number by ten steps' },
    ],
  },
];
