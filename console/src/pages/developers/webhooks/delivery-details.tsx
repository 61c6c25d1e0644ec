import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { api, queries } from '../../../api.ts';
import { milliseconds } from '../../../format.ts';
import { showToast } from '../../../frame/toasts.tsx';
import { CodeBlock } from '../../../parts/copy/code-block.tsx';
import { ErrorNotice } from '../../../parts/notice.tsx';
import { RelativeTime } from '../../../parts/relative-time.tsx';
import { useSignedIn } from '../../../session/session.ts';
import { DeliveryStatus } from './delivery-status.tsx';
import type { DeliveryWithAttempts } from './events.ts';

const route = getRouteApi('/signed-in/developers/deliveries');
const WATCH_MS = 1_500;

/** One webhook message: the request, and the response to each attempt. */
export const DeliveryDetails = ({ id: deliveryId }: { id: string }) => {
  const { id } = useSignedIn().organization;
  const navigate = route.useNavigate();
  const path = { id, deliveryId };
  const queryKey = ['delivery', id, deliveryId];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      api.get('/v1/organization/{id}/webhook-deliveries/{deliveryId}', { path, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? WATCH_MS : false),
  });
  const replay = useMutation({
    mutationFn: () => api.post('/v1/organization/{id}/webhook-deliveries/{deliveryId}/redeliver', { path }),
    onSuccess: async () => {
      showToast('The message will be sent again.');
      await queries.invalidateQueries({ queryKey });
      await queries.invalidateQueries({ queryKey: ['deliveries', id] });
    },
  });
  return (
    <section className="card split-details" aria-labelledby="delivery" aria-busy={!data && !error}>
      <div className="page-head">
        <h3 id="delivery">{data?.type ?? 'Message'}</h3>
        <div className="actions">
          <button
            type="button"
            className="button primary"
            disabled={!data || replay.isPending}
            onClick={() => replay.mutate()}
          >
            Replay
          </button>
          <button
            type="button"
            className="button"
            onClick={() =>
              navigate({ search: ({ open: _, ...rest }) => rest, replace: true, resetScroll: false })
            }
          >
            Close
          </button>
        </div>
      </div>
      <ErrorNotice error={error ?? replay.error} retry={error ? () => refetch() : undefined} />
      {data && <Message {...data} />}
    </section>
  );
};

const Message = ({
  id,
  url,
  executionId,
  nextAttemptAt,
  body,
  attempts,
  ...delivery
}: DeliveryWithAttempts) => (
  <>
    <dl className="facts">
      <dt>Status</dt>
      <dd>
        <DeliveryStatus {...delivery} />
      </dd>
      {nextAttemptAt && delivery.status === 'pending' && (
        <>
          <dt>Next attempt</dt>
          <dd>{Date.parse(nextAttemptAt) > Date.now() ? <RelativeTime at={nextAttemptAt} /> : 'due now'}</dd>
        </>
      )}
      <dt>URL</dt>
      <dd>{url}</dd>
      <dt>webhook-id</dt>
      <dd>
        <code>{id}</code>
      </dd>
      {executionId && (
        <>
          <dt>Execution</dt>
          <dd>
            <Link to="/execution/$id" params={{ id: executionId }}>
              {executionId}
            </Link>
          </dd>
        </>
      )}
    </dl>
    <h4>Attempts</h4>
    {attempts.length === 0 && <p className="hint">No attempt yet.</p>}
    <ol className="attempts">
      {attempts.toReversed().map((attempt, index) => (
        <li key={attempt.number}>
          <Attempt {...attempt} open={index === 0} />
        </li>
      ))}
    </ol>
    <h4>Request body</h4>
    <CodeBlock label="request body" code={indented(body)} />
  </>
);

type AttemptRecord = DeliveryWithAttempts['attempts'][number];

const Attempt = (attempt: AttemptRecord & { open: boolean }) => {
  const { number, startedAt, durationMs, requestHeaders, status, error, answer, open } = attempt;
  const isGood = status !== null && status >= 200 && status < 300;
  return (
    <details open={open}>
      <summary>
        <span className="status" data-status={isGood ? 'COMPLETED' : 'FAILED'}>
          {status ?? 'No response'}
        </span>
        <span>
          Attempt {number}, {milliseconds(durationMs)}
        </span>
        <RelativeTime at={startedAt} />
      </summary>
      {error && <p>{error}</p>}
      <h5>Response</h5>
      {answer ? (
        <CodeBlock label={`response to attempt ${number}`} code={indented(answer)} />
      ) : (
        <p className="hint">{status === null ? 'No response was received.' : 'The body is empty.'}</p>
      )}
      <h5>Request headers</h5>
      <CodeBlock
        label={`request headers of attempt ${number}`}
        code={Object.entries(requestHeaders)
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n')}
      />
    </details>
  );
};

/** JSON with line breaks; other text as it is. */
const indented = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};
