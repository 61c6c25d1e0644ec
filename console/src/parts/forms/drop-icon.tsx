import './drop.css';
/** The icon of a drop zone: an image with a plus. */
export const DropIcon = () => (
  <svg className="drop-icon" viewBox="0 0 44 44" aria-hidden="true">
    <path d="M27 6H10a4 4 0 0 0-4 4v24a4 4 0 0 0 4 4h24a4 4 0 0 0 4-4V17" />
    <path d="m6 31 8.5-8.5a3 3 0 0 1 4.2 0L34 38M26 30l3-3a3 3 0 0 1 4.2 0L38 32" />
    <path d="M35 3v11M29.500 8.500h11" />
  </svg>
);
