import { Outlet } from '@tanstack/react-router';
import { AreaTabs } from '../../parts/area-tabs.tsx';
import { Heading } from '../../parts/heading.tsx';
import { mayManage } from '../../session/rights.ts';
import { useSignedIn } from '../../session/session.ts';

/** The frame of the pages about credits, usage and the queue. */
export const UsageArea = () => {
  const manages = mayManage(useSignedIn().organization.role);
  return (
    <div className="page">
      <Heading>Usage</Heading>
      <AreaTabs
        label="Usage"
        tabs={[
          { to: '/usage', name: 'Overview', exact: true, shown: manages },
          { to: '/usage/ledger', name: 'Ledger', shown: manages },
          { to: '/usage/queue', name: 'Queue' },
        ]}
      />
      <Outlet />
    </div>
  );
};
