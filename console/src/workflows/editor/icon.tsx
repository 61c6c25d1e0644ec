const PATHS = {
  undo: 'M4 7h7a4 4 0 0 1 0 8H7M4 7l3-3M4 7l3 3',
  redo: 'M14 7H7a4 4 0 0 0 0 8h4M14 7l-3-3M14 7l-3 3',
  up: 'M9 14V4M5 8l4-4 4 4',
  down: 'M9 4v10M5 10l4 4 4-4',
  copy: 'M7 7V4h7v7h-3M4 7h7v7H4z',
  remove: 'M5 5l8 8M13 5l-8 8',
};
export type IconName = keyof typeof PATHS;

/** An icon on a button. The button itself has the label. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg className="icon-sign" viewBox="0 0 18 18" width={18} height={18} aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);
