import type { Decision } from './desk.ts';

/**
 * Decisions that the service has not taken yet, kept in this tab: they outlive a session that ends, a lost connection and a
 * reload. Another tab has decisions of its own, so none is sent twice.
 */
export const unsentDecisions = (organization: string, user: string) => {
  const key = `darkroom-decisions:${organization}:${user}`;
  const all = () => JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<string, Decision>;
  const store = (decisions: Record<string, Decision>) =>
    Object.keys(decisions).length > 0
      ? sessionStorage.setItem(key, JSON.stringify(decisions))
      : sessionStorage.removeItem(key);
  return {
    all,
    keep: (id: string, decision: Decision) => store({ ...all(), [id]: decision }),
    drop: (id: string) => {
      const { [id]: _, ...others } = all();
      store(others);
    },
  };
};
