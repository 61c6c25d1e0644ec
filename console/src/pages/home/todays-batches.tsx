import { queryOptions } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BatchTable } from '../../batches/batch-table.tsx';
import { type Batch, newestBatches, unfinished } from '../../batches/batches.ts';

const LOOKED_AT = 20;
const MAX_SHOWN = 8;

const isOfToday = (batch: Batch): boolean =>
  new Date(batch.lastChangedAt ?? batch.createdAt).toDateString() === new Date().toDateString();

/** Batches that changed today or are not finished, newest first. */
export const todaysBatchesQuery = (organization: string) =>
  queryOptions({
    ...newestBatches(organization, LOOKED_AT),
    select: ({ entries }) =>
      entries.filter((batch) => isOfToday(batch) || unfinished(batch) > 0).slice(0, MAX_SHOWN),
  });

export const TodaysBatches = ({ batches }: { batches: readonly Batch[] | undefined }) =>
  batches && batches.length > 0 ? (
    <section className="section" aria-labelledby="todays-batches">
      <div className="page-head one-line">
        <h2 id="todays-batches">Today’s batches</h2>
        <Link to="/batches" className="button quiet">
          All batches
        </Link>
      </div>
      <BatchTable batches={batches} caption="Today’s batches" />
    </section>
  ) : null;
