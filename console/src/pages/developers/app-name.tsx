/** The name of an app above its client id. */
export const AppName = ({ name, clientId }: { name: string; clientId: string }) => (
  <>
    {name}
    <span className="sub">{clientId}</span>
  </>
);
