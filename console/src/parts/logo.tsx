/** The logo: a circle, half exposed and half white. */
export const Logo = () => (
  <svg className="mark" viewBox="0 0 32 32" width={26} height={26} aria-hidden="true">
    <rect className="mark-ground" width="32" height="32" rx="7" />
    <circle className="mark-light" cx="16" cy="16" r="7.5" />
    <path className="mark-paper" d="M16 8.5a7.5 7.5 0 0 1 0 15z" />
  </svg>
);
