import { useQuery } from '@tanstack/react-query';
import { balanceQuery } from '../executions/executions.ts';
import { Newest } from '../executions/newest.tsx';
import { Runner } from '../executions/runner.tsx';
import { credits } from '../format.ts';
import { Heading } from '../parts/heading.tsx';
import { mayRun } from '../session/rights.ts';
import { useSignedIn } from '../session/session.ts';

export const Home = () => {
  const { organization } = useSignedIn();
  const { data: balance } = useQuery(balanceQuery(organization.id));
  return (
    <div className="page">
      <div className="page-head">
        <Heading>{organization.name}</Heading>
        <p>{balance === undefined ? ' ' : `Balance: ${credits(balance)}`}</p>
      </div>
      {mayRun(organization.role) && <Runner />}
      <Newest />
    </div>
  );
};
