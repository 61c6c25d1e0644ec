import { Outlet } from '@tanstack/react-router';
import { AreaTabs } from '../../parts/area-tabs.tsx';
import { Heading } from '../../parts/heading.tsx';
import { mayManage } from '../../session/rights.ts';
import { useSignedIn } from '../../session/session.ts';

/** The frame of the pages for people who write programs against the API. */
export const Developers = () => {
  const manages = mayManage(useSignedIn().organization.role);
  return (
    <div className="page">
      <Heading>Developers</Heading>
      <AreaTabs
        label="Developers"
        tabs={[
          { to: '/developers', name: 'Quick start', exact: true },
          { to: '/developers/keys', name: 'API keys', shown: manages },
          { to: '/developers/webhooks', name: 'Webhooks', shown: manages },
          { to: '/developers/deliveries', name: 'Deliveries', shown: manages },
          { to: '/developers/apps', name: 'Connected apps' },
          { to: '/developers/reference', name: 'Reference' },
        ]}
      />
      <Outlet />
    </div>
  );
};
