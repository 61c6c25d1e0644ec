import { type DragEvent, useId, useState } from 'react';

type Props = {
  label: string;
  hint: string;
  onFile: (file: File) => void;
  small?: boolean;
  disabled?: boolean;
};

/** A picture by dropping, by choosing a file, or by keyboard: underneath it is a file input. */
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
      className={`drop ${small ? 'small' : ''} ${over ? 'over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
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
