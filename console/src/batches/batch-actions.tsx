import { Content, Item, Portal, Root, Trigger } from '@radix-ui/react-dropdown-menu';
import { useMutation } from '@tanstack/react-query';
import { urlOf } from 'darkroom-client';
import { useState } from 'react';
import { api, queries } from '../api.ts';
import { count } from '../format.ts';
import { showToast } from '../frame/toasts.tsx';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { ErrorNotice } from '../parts/notice.tsx';
import { mayRun } from '../session/rights.ts';
import { useSignedIn } from '../session/session.ts';
import { BatchSettings } from './batch-settings.tsx';
import type { DetailedBatch } from './batches.ts';
import { DownloadZip } from './download-zip.tsx';
import { useRetriable } from './failure-groups.ts';

/** The buttons of a batch, as its state and the user's role allow. */
export const BatchActions = ({ batch }: { batch: DetailedBatch }) => {
  const { role } = useSignedIn().organization;
  const { id, organizationId: organization, counts, status } = batch;
  const target = { path: { id }, query: { organization } };
  const [settings, setSettings] = useState(false);
  const { label, total } = useRetriable(batch);
  const refresh = () => {
    queries.invalidateQueries({ queryKey: ['batch', organization, id] });
    queries.invalidateQueries({ queryKey: ['executions', organization] });
  };
  const act = useMutation({ mutationFn: (call: () => Promise<unknown>) => call(), onSettled: refresh });
  const retry = async () => {
    const { matched } = await api.post('/v1/batch/{id}/retry', target);
    showToast(matched === 1 ? '1 image runs again.' : `${count(matched)} images run again.`);
  };
  const pauseOrResume = status === 'paused' ? 'resume' : 'pause';
  const canPause = status === 'paused' || counts.CREATED > 0;
  const running = counts.CREATED + counts.ACTIVE;
  const isOpen = status !== 'completed' && batch.closedAt === null;
  return (
    <div className="batch-actions">
      <div className="actions end">
        {mayRun(role) && total > 0 && (
          <button
            type="button"
            className="button primary"
            disabled={act.isPending}
            onClick={() => act.mutate(retry)}
          >
            {label}
          </button>
        )}
        <DownloadZip batch={batch} />
        {mayRun(role) && canPause && (
          <button
            type="button"
            className="button"
            disabled={act.isPending}
            onClick={() => act.mutate(() => api.post(`/v1/batch/{id}/${pauseOrResume}`, target))}
          >
            {status === 'paused' ? 'Resume' : 'Pause'}
          </button>
        )}
        {mayRun(role) && running > 0 && (
          <ConfirmButton
            className="button"
            label="Cancel"
            title={`Cancel ${count(running)} images?`}
            sentence="Queued and running images stop, and their credits are released. Finished images stay. You can retry canceled images one by one."
            confirm="Cancel images"
            onConfirm={() => api.post('/v1/batch/{id}/cancel', target).finally(refresh)}
          />
        )}
        <Root modal={false}>
          <Trigger className="button" aria-label="More actions">
            ⋯
          </Trigger>
          <Portal>
            <Content className="menu" align="end" sideOffset={6} collisionPadding={12}>
              <Item asChild>
                <a
                  className="menu-item"
                  href={urlOf('/v1/batch/{id}/manifest.csv', { id }, { organization })}
                  download
                >
                  Download CSV
                </a>
              </Item>
              {mayRun(role) && (
                <Item className="menu-item" onSelect={() => setSettings(true)}>
                  Batch settings
                </Item>
              )}
              {mayRun(role) && isOpen && (
                <Item
                  className="menu-item"
                  onSelect={() => act.mutate(() => api.post('/v1/batch/{id}/close', target))}
                >
                  Close: no more images follow
                </Item>
              )}
            </Content>
          </Portal>
        </Root>
      </div>
      <ErrorNotice error={act.error} />
      {settings && <BatchSettings batch={batch} onClose={() => setSettings(false)} />}
    </div>
  );
};
