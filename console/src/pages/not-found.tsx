import { Link } from '@tanstack/react-router';
import { Door } from './door.tsx';

export const NotFound = () => (
  <Door title="There is nothing here">
    <p>The address may be mistyped, or what was here is gone.</p>
    <Link to="/" className="button primary wide">
      Go to the start
    </Link>
  </Door>
);

export const Broken = () => (
  <Door title="This page stumbled">
    <p>Something unexpected happened. Reload the page; if it stays, tell the person who runs this service.</p>
    <button type="button" className="button primary wide" onClick={() => window.location.reload()}>
      Reload
    </button>
  </Door>
);
