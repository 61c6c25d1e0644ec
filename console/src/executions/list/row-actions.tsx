import type { Execution } from 'darkroom-client';
import { queries, sentenceOf } from '../../api.ts';
import { showToast } from '../../frame/toasts.tsx';
import { mayRun } from '../../session/rights.ts';
import { useSignedIn } from '../../session/session.ts';
import { copyWithToast } from '../copy-with-toast.ts';
import { imageUrl } from '../executions.ts';
import { VERBS } from './verbs.ts';

/** The actions on one execution, which appear in its row while the row has the pointer or the focus. */
export const RowActions = ({ execution }: { execution: Execution }) => {
  const { role } = useSignedIn().organization;
  const { id, organizationId: organization, status, inputFileName } = execution;
  const act = async (verb: 'retry' | 'cancel') => {
    try {
      await VERBS[verb].act(organization, id);
      showToast(`${VERBS[verb].done} ${inputFileName}.`);
    } catch (error) {
      showToast(sentenceOf(error));
    }
    queries.invalidateQueries({ queryKey: ['executions', organization] });
  };
  const about = <span className="hidden"> {inputFileName}</span>;
  return (
    <span className="row-actions">
      {mayRun(role) && VERBS.retry.from.includes(status) && (
        <button type="button" onClick={() => act('retry')}>
          Retry{about}
        </button>
      )}
      {mayRun(role) && VERBS.cancel.from.includes(status) && (
        <button type="button" onClick={() => act('cancel')}>
          Cancel{about}
        </button>
      )}
      {execution.resultContentHash && status === 'COMPLETED' && (
        <a
          href={imageUrl(organization, execution.resultContentHash, execution.resultFileName ?? 'result')}
          download={execution.resultFileName ?? 'result'}
        >
          Download{about}
        </a>
      )}
      <button type="button" onClick={() => copyWithToast(id, 'The ID is copied.')}>
        Copy ID{about}
      </button>
    </span>
  );
};
