import { useIsConnected } from '../connection.ts';

/**
 * Says that the service cannot be reached, until the service answers again. The message does not block clicks on the
 * page.
 */
export const LostConnection = () => (
  <div className="lost-connection" role="status">
    {useIsConnected() ? null : <span className="toast">The service cannot be reached. Trying again…</span>}
  </div>
);
