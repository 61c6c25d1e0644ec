/** The arrow on a button that opens a menu. */
export const Caret = () => <span aria-hidden="true">▾</span>;
