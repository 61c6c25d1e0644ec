import { Content, Portal, Root, Trigger } from '@radix-ui/react-popover';
import { urlOf } from 'darkroom-client';
import { useState } from 'react';
import { Caret } from '../parts/caret.tsx';
import { TextField } from '../parts/forms/field.tsx';
import type { DetailedBatch } from './batches.ts';

const KEY = 'darkroom-zip-names';
const DEFAULT = '{name}';

/** "Download ZIP", and beside it the template for the names of the files, which the browser remembers. */
export const DownloadZip = ({ batch }: { batch: DetailedBatch }) => {
  const { id, organizationId: organization, counts } = batch;
  const [names, setNames] = useState(() => localStorage.getItem(KEY) ?? DEFAULT);
  if (counts.COMPLETED === 0) return null;
  const href = urlOf(
    '/v1/batch/{id}/results.zip',
    { id },
    { organization, ...(names && names !== DEFAULT ? { names } : {}) },
  );
  return (
    <div className="joined">
      <a className="button" href={href} download>
        Download ZIP
      </a>
      <Root>
        <Trigger className="button" aria-label="File names in the ZIP">
          <Caret />
        </Trigger>
        <Portal>
          <Content className="menu zip-names" align="end" sideOffset={6} collisionPadding={12}>
            <TextField
              label="File names"
              value={names}
              maxLength={1000}
              placeholder={DEFAULT}
              hint="Use {name}, {index}, {workflow} or {label.sku}. The extension is added."
              onChange={({ target }) => {
                localStorage.setItem(KEY, target.value);
                setNames(target.value);
              }}
            />
            <p className="hint">For example {exampleOf(names || DEFAULT, batch)}</p>
            <a className="button wide" href={href} download>
              Download with these names
            </a>
          </Content>
        </Portal>
      </Root>
    </div>
  );
};

const exampleOf = (names: string, { workflows }: DetailedBatch): string =>
  `${names
    .replaceAll('{name}', 'mug')
    .replaceAll('{index}', '1')
    .replaceAll('{workflow}', workflows[0]?.name ?? '')
    .replaceAll(/\{label\.[^}]*\}/g, 'A-100')}.jpg`;
