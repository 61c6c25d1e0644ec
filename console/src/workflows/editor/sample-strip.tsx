import { type DragEvent, useState } from 'react';
import { imageUrl } from '../../executions/executions.ts';
import { ErrorNotice } from '../../parts/notice.tsx';
import { mayRun } from '../../session/rights.ts';
import { useSignedIn } from '../../session/session.ts';
import type { Samples } from '../samples.ts';

/** Without `onChoose` the photos are only shown. */
type Props = { samples: Samples; chosen?: string | undefined; onChoose?: (hash: string) => void };

/** Up to ten photos to preview on. Photos are added by choosing or dropping files, and stay for other workflows too. */
export const SampleStrip = ({ samples: { samples, hasRoom, add, remove }, chosen, onChoose }: Props) => {
  const { organization } = useSignedIn();
  const [over, setOver] = useState(false);
  const mayAdd = mayRun(organization.role) && hasRoom;
  const take = (files: FileList | null) => {
    if (!files?.length || !mayAdd) return;
    add.mutate([...files], { onSuccess: ([first]) => first && onChoose?.(first.hash) });
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can also be chosen with the file input inside
    <div
      className={`sample-strip ${over ? 'over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(mayAdd);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <ul aria-label="Sample photos">
        {samples.map(({ hash, name }) => (
          <li key={hash}>
            {onChoose ? (
              <button
                type="button"
                className="sample-photo"
                aria-pressed={hash === chosen}
                aria-label={`Preview on ${name}`}
                title={name}
                onClick={() => onChoose(hash)}
              >
                <img src={imageUrl(organization.id, hash, name, 160)} alt="" />
              </button>
            ) : (
              <span className="sample-photo" title={name}>
                <img src={imageUrl(organization.id, hash, name, 160)} alt={name} />
              </span>
            )}
            <button
              type="button"
              className="sample-remove"
              aria-label={`Remove the sample ${name}`}
              title="Remove"
              onClick={() => remove(hash)}
            >
              ×
            </button>
          </li>
        ))}
        {mayAdd && (
          <li>
            <label className="sample-photo add">
              <input
                type="file"
                className="hidden"
                multiple
                accept="image/*,.heic,.heif,.avif,.tif,.tiff"
                disabled={add.isPending}
                onChange={({ target }) => {
                  take(target.files);
                  target.value = '';
                }}
              />
              {add.isPending ? 'Uploading' : 'Add photos'}
            </label>
          </li>
        )}
      </ul>
      <ErrorNotice error={add.error} />
    </div>
  );
};
