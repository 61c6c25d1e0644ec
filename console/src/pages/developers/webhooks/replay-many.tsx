import { useMutation } from '@tanstack/react-query';
import { api, queries } from '../../../api.ts';
import { count } from '../../../format.ts';
import { showToast } from '../../../frame/toasts.tsx';
import { ConfirmButton } from '../../../parts/confirm-button.tsx';
import { ErrorNotice } from '../../../parts/notice.tsx';
import { useSignedIn } from '../../../session/session.ts';
import type { DeliverySearch } from './delivery-filter.ts';
import type { Delivery } from './events.ts';

type Props = { chosen: readonly Delivery[]; filter: DeliverySearch; total: number; onDone: () => void };

const messages = (number: number) => `${count(number)} ${number === 1 ? 'message' : 'messages'}`;

/** Buttons that send the selected messages again, or all that match the filter. */
export const ReplayMany = ({ chosen, filter, total, onDone }: Props) => {
  const { id } = useSignedIn().organization;
  const finish = async (sent: number) => {
    await queries.invalidateQueries({ queryKey: ['deliveries', id] });
    showToast(`${messages(sent)} will be sent again.`);
    onDone();
  };
  const replay = useMutation({
    mutationFn: async () => {
      for (const { id: deliveryId } of chosen)
        await api.post('/v1/organization/{id}/webhook-deliveries/{deliveryId}/redeliver', {
          path: { id, deliveryId },
        });
      await finish(chosen.length);
    },
  });
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <div className="actions">
      <ErrorNotice error={replay.error} />
      {chosen.length > 0 && (
        <button
          type="button"
          className="button primary"
          disabled={replay.isPending}
          onClick={() => replay.mutate()}
        >
          Replay {messages(chosen.length)}
        </button>
      )}
      {isFiltered && total > 0 && (
        <ConfirmButton
          className="button"
          label={`Replay all matches (${count(total)})`}
          title="Replay all matches?"
          sentence={`${messages(total)} will be sent again, with the same webhook-id and body as before.`}
          confirm="Replay all"
          onConfirm={async () => {
            const query = filter as { type?: Delivery['type'] };
            const { matched } = await api.post('/v1/organization/{id}/webhook-deliveries/redeliver', {
              path: { id },
              query,
            });
            await finish(matched);
          }}
        />
      )}
    </div>
  );
};
