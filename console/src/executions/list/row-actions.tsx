import type { Execution } from 'darkroom-client';
import { errorMessage, queries } from '../../api.ts';
import { showToast } from '../../frame/toasts.tsx';
import { copyWithToast } from '../../parts/copy/copy-with-toast.ts';
import { mayRun } from '../../session/rights.ts';
import { useSignedIn } from '../../session/session.ts';
import { imageUrl } from '../executions.ts';
import { BULK_ACTIONS } from './bulk-actions.ts';

/** The actions on one execution, which appear in its row while the row has the pointer or the focus. */
export const RowActions = ({ execution }: { execution: Execution }) => {
  const { role } = useSignedIn().organization;
  const { id, organizationId: organization, status, inputFileName } = execution;
  const act = async (action: 'retry' | 'cancel') => {
    try {
      await BULK_ACTIONS[action].act(organization, id);
      showToast(`${BULK_ACTIONS[action].pastParticiple} ${inputFileName}.`);
    } catch (error) {
      showToast(errorMessage(error));
    }
    queries.invalidateQueries({ queryKey: ['executions', organization] });
  };
  const about = <span className="hidden"> {inputFileName}</span>;
  return (
    <span className="row-actions">
      {mayRun(role) && BULK_ACTIONS.retry.from.includes(status) && (
        <button type="button" onClick={() => act('retry')}>
          Retry{about}
        </button>
      )}
      {mayRun(role) && BULK_ACTIONS.cancel.from.includes(status) && (
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
