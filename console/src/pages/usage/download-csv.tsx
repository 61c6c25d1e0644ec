import { useMutation } from '@tanstack/react-query';
import { urlOf } from 'darkroom-client';
import { api } from '../../api.ts';
import { ErrorNotice } from '../../parts/notice.tsx';

/** The service returns this many lines at most at once. */
const PAGE = 1000;
/** A longer list is a job for a script: each page is a call. */
const MAX_LINES = 100_000;

type Props = { path: string; query: Record<string, unknown>; total: number; name: string };

/** A button that saves a list as CSV. The service decides by the header Accept, which a plain link cannot send. */
export const DownloadCsv = ({ path, query, total, name }: Props) => {
  const download = useMutation({
    mutationFn: async () => {
      const parts: string[] = [];
      for (let offset = 0; offset === 0 || offset < Math.min(total, MAX_LINES); offset += PAGE) {
        const url = urlOf(path, {}, { ...query, limit: PAGE, offset });
        const text = await (await api.open('GET', url, { headers: { accept: 'text/csv' } })).text();
        // Each page begins with the names of the columns, of which the file needs one line.
        parts.push(offset === 0 ? text : text.slice(text.indexOf('\n') + 1));
      }
      save(new Blob(parts, { type: 'text/csv' }), name);
    },
  });
  return (
    <div className="actions">
      <ErrorNotice error={download.error} />
      <button
        type="button"
        className="button"
        disabled={download.isPending}
        onClick={() => download.mutate()}
      >
        Download CSV
      </button>
    </div>
  );
};

const save = (file: Blob, name: string): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
};
