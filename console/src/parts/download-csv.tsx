import { useMutation } from '@tanstack/react-query';
import { urlOf } from 'darkroom-client';
import { api } from '../api.ts';
import { nextPage } from '../read-page.ts';
import { ErrorNotice } from './notice.tsx';

/** The most lines that the service returns in one response. */
const PAGE = 1000;
/** The most pages in one file. Each page is a call, so a longer list is a job for a script. */
const MAX_PAGES = 100;

type Props = {
  path: string;
  query: Record<string, unknown>;
  name: string;
  className?: string;
};

/**
 * A button that saves a list as CSV. The service returns CSV when the Accept header asks for it, and a plain link
 * cannot send that header.
 */
export const DownloadCsv = ({ path, query, name, className = 'button' }: Props) => {
  const download = useMutation({
    mutationFn: async () => {
      const parts: string[] = [];
      let url: string | undefined = urlOf(path, {}, { ...query, limit: PAGE });
      while (url && parts.length < MAX_PAGES) {
        const response: Response = await api.open('GET', url, { headers: { accept: 'text/csv' } });
        const text = await response.text();
        // Each page begins with a line of column names, which the file needs only once.
        parts.push(parts.length === 0 ? text : text.slice(text.indexOf('\n') + 1));
        // The usage report is paged by offset and has no link to the next page: after a full page, there may be another
        // one.
        const isFull: boolean = !url.includes('cursor=') && text.split('\r\n').length > PAGE + 1;
        const byOffset: string | undefined = isFull
          ? urlOf(path, {}, { ...query, limit: PAGE, offset: parts.length * PAGE })
          : undefined;
        url = nextPage(response) ?? byOffset;
      }
      save(new Blob(parts, { type: 'text/csv' }), name);
    },
  });
  return (
    <>
      <ErrorNotice error={download.error} />
      <button
        type="button"
        className={className}
        disabled={download.isPending}
        onClick={() => download.mutate()}
      >
        Download CSV
      </button>
    </>
  );
};

const save = (file: Blob, name: string): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
};
