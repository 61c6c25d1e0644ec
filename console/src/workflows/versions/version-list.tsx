import type { Workflow } from 'darkroom-client';
import { credits } from '../../format.ts';
import { RelativeTime } from '../../parts/relative-time.tsx';

type Props = {
  versions: readonly Workflow[];
  from: string;
  to: string;
  onChoose: (side: 'from' | 'to', version: string) => void;
  /** Undefined when the role may not restore. */
  onRestore: ((version: Workflow, number: number) => void) | undefined;
};

/** The history of a workflow, newest first. Two versions are chosen for the comparison beside it. */
export const VersionList = ({ versions, from, to, onChoose, onRestore }: Props) => (
  <ol className="version-list" aria-label="Versions">
    {versions.map((version, index) => {
      const number = versions.length - index;
      return (
        <li
          key={version.version}
          className={from === version.version || to === version.version ? 'chosen' : ''}
        >
          <Side
            name="from"
            letter="A"
            number={number}
            checked={from === version.version}
            onChoose={() => onChoose('from', version.version)}
          />
          <Side
            name="to"
            letter="B"
            number={number}
            checked={to === version.version}
            onChoose={() => onChoose('to', version.version)}
          />
          <div className="version-text">
            <span className="version-title">
              Version {number}
              {index === 0 && <span className="version-latest">Latest</span>}
            </span>
            <span className="sub">
              <RelativeTime at={version.date} /> by {version.author.name}
            </span>
            <span className="sub">
              {version.workflowComponents.length} steps, {credits(version.executionPrice)}
            </span>
          </div>
          {index > 0 && onRestore && (
            <button type="button" className="button quiet" onClick={() => onRestore(version, number)}>
              Restore<span className="hidden"> version {number}</span>
            </button>
          )}
        </li>
      );
    })}
  </ol>
);

const Side = ({
  name,
  letter,
  number,
  checked,
  onChoose,
}: {
  name: string;
  letter: string;
  number: number;
  checked: boolean;
  onChoose: () => void;
}) => (
  <label className="version-side">
    <input
      type="radio"
      name={name}
      checked={checked}
      onChange={onChoose}
      aria-label={`Version ${number} as ${letter}`}
    />
    <span aria-hidden="true">{letter}</span>
  </label>
);
