import { Link } from '@tanstack/react-router';
import { Door } from './door.tsx';

export const NotFound = () => (
  <Door title="Page not found">
    <p>Check the address for a typing error. The page may also have been removed.</p>
    <Link to="/" className="button primary wide">
      Go to Home
    </Link>
  </Door>
);

export const Broken = () => (
  <Door title="Something went wrong">
    <p>This page has failed unexpectedly. Reload it. If it fails again, contact your administrator.</p>
    <button type="button" className="button primary wide" onClick={() => window.location.reload()}>
      Reload
    </button>
  </Door>
);
