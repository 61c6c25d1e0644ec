import { Refused } from 'darkroom-client';
import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { api, dropEndedSession, errorMessage, queries } from '../api.ts';
import { onReconnect } from '../connection.ts';
import { showToast } from '../frame/toasts.tsx';
import { useSignedIn } from '../session/session.ts';
import { type Decision, deskReducer, EMPTY_DESK, type Item, idOf, isOpen } from './desk.ts';
import { releaseClaims, sendDecision } from './send-decision.ts';
import { unsentDecisions } from './unsent-decisions.ts';

/** The time for which a decision stays on the page and can be undone. */
export const HELD_MS = 5_000;
const CLAIMED_AT_ONCE = 8;
const AHEAD = 5;
const RENEW_MS = 4 * 60_000;
/** A decision that did not reach the service is sent again after this time, or as soon as the service answers again. */
const AGAIN_MS = 5_000;

export type QueueFilter = { workflow?: string; batch?: string };

type Outcome = { kind: 'sent' | 'gone' } | { kind: 'failed'; message: string; mayArriveLater: boolean };

/** Sends one decision and reports the outcome. */
const deliver = async (organization: string, id: string, decision: Decision): Promise<Outcome> => {
  try {
    await sendDecision(organization, id, decision);
  } catch (error) {
    dropEndedSession(error);
    const status = error instanceof Refused ? error.status : undefined;
    if (status === 409 || status === 404) return { kind: 'gone' };
    const mayArriveLater = status === 0 || (status !== undefined && status >= 500);
    return { kind: 'failed', message: errorMessage(error), mayArriveLater };
  }
  queries.invalidateQueries({ queryKey: ['executions', organization] });
  queries.invalidateQueries({ queryKey: ['execution', organization, id] });
  return { kind: 'sent' };
};

/** Claims results for this reviewer, holds their decisions for a few seconds, and sends them. */
export const useReviewDesk = (organization: string, filter: QueueFilter, unclaimed: number | undefined) => {
  const user = useSignedIn().user.id;
  const unsent = useMemo(() => unsentDecisions(organization, user), [organization, user]);
  const [desk, dispatch] = useReducer(deskReducer, EMPTY_DESK);
  const [problem, setProblem] = useState<unknown>();
  const [isLoading, setLoading] = useState(true);
  const isClaiming = useRef(false);
  const isLeft = useRef(false);
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  const latest = useRef(desk);
  latest.current = desk;

  const send = useCallback(
    async (id: string, decision: Decision) => {
      clearTimeout(timers.current.get(id));
      timers.current.delete(id);
      dispatch({ kind: 'sending', id });
      const outcome = await deliver(organization, id, decision);
      if (outcome.kind !== 'failed') unsent.drop(id);
      dispatch({ id, ...outcome });
      if (outcome.kind === 'failed' && outcome.mayArriveLater && !isLeft.current)
        timers.current.set(
          id,
          setTimeout(() => send(id, decision), AGAIN_MS),
        );
    },
    [organization, unsent],
  );

  /** Sends the decisions of an earlier sitting in this tab that could not be sent then. */
  const sendUnsent = useCallback(async () => {
    const decisions = Object.entries(unsent.all());
    for (const [id, decision] of decisions)
      if ((await deliver(organization, id, decision)).kind !== 'failed') unsent.drop(id);
    const sent = decisions.length - Object.keys(unsent.all()).length;
    if (sent > 0)
      showToast(sent === 1 ? 'Your last decision is sent.' : `Your last ${sent} decisions are sent.`);
  }, [organization, unsent]);

  const claim = useCallback(async () => {
    if (isClaiming.current) return;
    isClaiming.current = true;
    try {
      const isFirst = latest.current.items.length === 0;
      if (isFirst) await sendUnsent();
      const mine = isFirst
        ? (await api.get('/v1/qa/queue', { query: { organization, mine: true, limit: 100, ...filter } }))
            .entries
        : [];
      const count = CLAIMED_AT_ONCE - mine.length;
      const { entries } =
        count > 0
          ? await api.post('/v1/qa/claim', { query: { organization }, body: { count, ...filter } })
          : { entries: [] };
      const all = [...mine, ...entries];
      if (isLeft.current)
        releaseClaims(
          organization,
          all.map(({ execution }) => execution.id),
        ).catch(() => {});
      else dispatch({ kind: 'add', entries: all });
      setProblem(undefined);
    } catch (error) {
      setProblem(error);
    } finally {
      isClaiming.current = false;
      setLoading(false);
    }
  }, [organization, filter, sendUnsent]);

  // Claim results while few undecided ones are on the desk: at the start, after decisions, and when the number of
  // unclaimed results has changed.
  const open = desk.items.filter(isOpen).length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: run again when `unclaimed` changes: then there may be more results to claim.
  useEffect(() => {
    if (open < AHEAD) claim();
  }, [open, unclaimed, claim]);

  useEffect(() => {
    const renewing = setInterval(() => {
      api.post('/v1/qa/renew', { query: { organization }, body: {} }).catch(() => {});
    }, RENEW_MS);
    const leave = () => {
      for (const item of latest.current.items)
        if (item.state === 'held' && timers.current.has(idOf(item))) send(idOf(item), item.decision);
      const undecided = latest.current.items.filter(isOpen).map(idOf);
      if (undecided.length > 0) releaseClaims(organization, undecided).catch(() => {});
    };
    const sendFailed = () => {
      for (const item of latest.current.items) if (item.state === 'failed') send(idOf(item), item.decision);
    };
    isLeft.current = false;
    const stop = onReconnect(sendFailed);
    window.addEventListener('pagehide', leave);
    return () => {
      isLeft.current = true;
      clearInterval(renewing);
      stop();
      window.removeEventListener('pagehide', leave);
      leave();
      for (const timer of timers.current.values()) clearTimeout(timer);
    };
  }, [organization, send]);

  const decide = useCallback(
    (id: string, decision: Decision) => {
      unsent.keep(id, decision);
      dispatch({ kind: 'decide', id, decision });
      timers.current.set(
        id,
        setTimeout(() => send(id, decision), HELD_MS),
      );
    },
    [send, unsent],
  );
  const held = useMemo(() => desk.items.filter((item) => item.state === 'held'), [desk.items]);
  const order = useRef<string[]>([]);
  const remember = useCallback(
    (id: string, decision: Decision) => {
      order.current = [...order.current.filter((one) => one !== id), id];
      decide(id, decision);
    },
    [decide],
  );
  /** The latest decision that is still on the page. */
  const lastHeld = order.current.findLast((id) => held.some((item) => idOf(item) === id));
  const undo = useCallback(
    (id: string | undefined) => {
      if (id === undefined) return;
      clearTimeout(timers.current.get(id));
      timers.current.delete(id);
      unsent.drop(id);
      dispatch({ kind: 'undo', id });
    },
    [unsent],
  );
  const failed = desk.items.filter((item): item is Item & { state: 'failed' } => item.state === 'failed');
  return {
    desk,
    isLoading,
    problem,
    claim,
    decide: remember,
    undo,
    send,
    lastHeld: held.find((item) => idOf(item) === lastHeld),
    failed,
    go: useCallback((to: number) => dispatch({ kind: 'go', to }), []),
  };
};
