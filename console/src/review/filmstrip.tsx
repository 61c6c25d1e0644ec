import { useEffect, useRef } from 'react';
import { Thumbnail } from '../executions/thumbnail.tsx';
import { type Desk, type Item, idOf } from './desk.ts';

const WORDS: Record<Item['state'], string> = {
  open: '',
  held: 'decided',
  sending: 'decided',
  sent: 'decided',
  failed: 'not sent',
  gone: 'decided by someone else',
};

/** The results on the desk as small images, with the decision on each. */
export const Filmstrip = ({ desk, onGo }: { desk: Desk; onGo: (at: number) => void }) => {
  const strip = useRef<HTMLOListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll only when another result is shown.
  useEffect(() => {
    strip.current
      ?.querySelector('[aria-current="true"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [desk.at, desk.items.length]);
  return (
    <ol className="filmstrip" ref={strip} aria-label="Results on your desk">
      {desk.items.map((item, index) => {
        const { execution } = item.entry;
        const verb = item.state === 'open' ? undefined : item.decision.verb;
        return (
          <li key={idOf(item)}>
            <button
              type="button"
              aria-current={index === desk.at}
              data-state={item.state}
              data-verb={verb}
              onClick={() => onGo(index)}
            >
              <Thumbnail execution={execution} place="stamp" />
              <span className="hidden">
                {execution.inputFileName} {WORDS[item.state]}
              </span>
            </button>
          </li>
        );
      })}
    </ol>
  );
};
