import { type DragEvent, useId, useState } from 'react';

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
      {!small && <Sign />}
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

const Sign = () => (
  <svg className="drop-sign" viewBox="0 0 44 44" aria-hidden="true">
    <path d="M27 6H10a4 4 0 0 0-4 4v24a4 4 0 0 0 4 4h24a4 4 0 0 0 4-4V17" />
    <path d="m6 31 8.5-8.5a3 3 0 0 1 4.2 0L34 38M26 30l3-3a3 3 0 0 1 4.2 0L38 32" />
    <path d="M35 3v11M29.500 8.500h11" />
  </svg>
);
