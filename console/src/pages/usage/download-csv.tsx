import { useMutation } from '@tanstack/react-query';
import { urlOf } from 'darkroom-client';
import { api } from '../../api.ts';
import { ErrorNotice } from '../../parts/notice.tsx';

type Props = { path: string; query: Record<string, unknown>; name: string };

/** A button that saves a list as CSV. The service decides by the header Accept, which a plain link cannot send. */
export const DownloadCsv = ({ path, query, name }: Props) => {
  const download = useMutation({
    mutationFn: async () => {
      const response = await api.open('GET', urlOf(path, {}, query), { headers: { accept: 'text/csv' } });
      const link = document.createElement('a');
      link.href = URL.createObjectURL(await response.blob());
      link.download = name;
      link.click();
      URL.revokeObjectURL(link.href);
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
