import { useIsConnected } from '../connection.ts';

/** Says that the service cannot be reached, until it answers again. It takes no clicks from what is below it. */
export const LostConnection = () => (
  <div className="lost-connection" role="status">
    {useIsConnected() ? null : <span className="toast">The service cannot be reached. Trying again…</span>}
  </div>
);
