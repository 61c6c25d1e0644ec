import { useQuery } from '@tanstack/react-query';
import { balanceQuery } from '../executions/executions.ts';
import { credits } from '../format.ts';
import { Notice } from '../parts/notice.tsx';
import { useSignedIn } from '../session/session.ts';
import type { RunChoice } from './run-choice.ts';

/** The price of one image, and a warning when the balance is below it. */
export const SinglePrice = ({ workflow }: Pick<RunChoice, 'workflow'>) => {
  const { data: balance } = useQuery(balanceQuery(useSignedIn().organization.id));
  return (
    <>
      <dl className="facts">
        <dt>Price</dt>
        <dd>{workflow ? credits(workflow.executionPrice) : '–'}</dd>
      </dl>
      {workflow && balance !== undefined && balance < workflow.executionPrice && (
        <Notice kind="accent">
          Not enough credits: the balance is {credits(balance)}. The execution waits until credits are added
          and you retry it.
        </Notice>
      )}
    </>
  );
};
