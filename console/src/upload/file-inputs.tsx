import { type ReactNode, useId } from 'react';
import { DropIcon } from '../parts/forms/drop-icon.tsx';
import { type Found, filesOfInput } from './files/dropped-files.ts';

const ACCEPTED = 'image/*,.heic,.heif,.avif,.tif,.tiff';

/** The large area that takes images by drop or by choice. It wraps a file input, so it works with the keyboard too. */
export const DropArea = ({ over, onFound }: { over: boolean; onFound: (found: Found) => void }) => {
  const id = useId();
  return (
    <div className="drop-area">
      <label htmlFor={id} className={`drop ${over ? 'over' : ''}`}>
        <DropIcon />
        <strong>Drop an image here, or a whole folder</strong>
        <span>
          or <u>choose files</u>, or paste
        </span>
        <span>JPEG, PNG, WebP, TIFF, AVIF or GIF</span>
        <PlainInput id={id} onFound={onFound} />
      </label>
      <FolderInput onFound={onFound}>Choose a folder</FolderInput>
    </div>
  );
};

/** Two small buttons that add to the images that are there already. */
export const AddButtons = ({
  onFound,
  words: [files, folder] = ['Add images', 'Add folder'],
}: {
  onFound: (found: Found) => void;
  words?: readonly [files: string, folder: string];
}) => {
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="button quiet file-button">
        {files}
        <PlainInput id={id} onFound={onFound} />
      </label>
      <FolderInput onFound={onFound}>{folder}</FolderInput>
    </>
  );
};

const PlainInput = ({ id, onFound }: { id: string; onFound: (found: Found) => void }) => (
  <input
    id={id}
    className="hidden"
    type="file"
    multiple
    accept={ACCEPTED}
    onChange={({ target }) => {
      onFound(filesOfInput(target.files));
      target.value = '';
    }}
  />
);

const FolderInput = ({ onFound, children }: { onFound: (found: Found) => void; children: ReactNode }) => {
  const id = useId();
  return (
    <label htmlFor={id} className="button quiet file-button">
      {children}
      <input
        id={id}
        className="hidden"
        type="file"
        multiple
        // `webkitdirectory` is set as an attribute, because React's types do not have it.
        ref={(input) => input?.setAttribute('webkitdirectory', '')}
        onChange={({ target }) => {
          onFound(filesOfInput(target.files));
          target.value = '';
        }}
      />
    </label>
  );
};
