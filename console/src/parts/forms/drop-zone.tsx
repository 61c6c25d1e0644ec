import { type DragEvent, useId, useState } from 'react';
import { DropIcon } from './drop-icon.tsx';

type Props = {
  label: string;
  hint: string;
  onFile: (file: File) => void;
  small?: boolean;
  disabled?: boolean;
};

/** Takes an image that is dropped or chosen as a file. It wraps a file input, so it works with the keyboard too. */
export const DropZone = ({ label, hint, onFile, small = false, disabled = false }: Props) => {
  const id = useId();
  const [over, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file && !disabled) onFile(file);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <label
      htmlFor={id}
      className={`drop ${small ? 'small' : ''} ${over ? 'over' : ''} ${disabled ? 'off' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(!disabled);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      {!small && <DropIcon />}
      <strong>{label}</strong>
      <span>
        or <u>choose a file</u>
      </span>
      <span>{hint}</span>
      <input
        id={id}
        className="hidden"
        type="file"
        accept="image/*,.heic,.heif,.avif,.tif,.tiff,.cube"
        disabled={disabled}
        onChange={({ target }) => {
          take(target.files);
          target.value = '';
        }}
      />
    </label>
  );
};
