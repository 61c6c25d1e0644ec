import { Link } from '@tanstack/react-router';
import { CardPage } from './card-page.tsx';

export const NotFound = () => (
  <CardPage title="Page not found">
    <p>Check the address for a typing error. The page may also have been removed.</p>
    <Link to="/" className="button primary wide">
      Go to Home
    </Link>
  </CardPage>
);

export const ErrorPage = () => (
  <CardPage title="Something went wrong">
    <p>This page has failed unexpectedly. Reload it. If it fails again, contact your administrator.</p>
    <button type="button" className="button primary wide" onClick={() => window.location.reload()}>
      Reload
    </button>
  </CardPage>
);
