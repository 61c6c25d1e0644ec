import { useState } from 'react';

type Props = { src: string; alt: string; className?: string; lazy?: boolean };

/** A picture, or words where the browser cannot show its format. */
export const Picture = ({ src, alt, className, lazy = false }: Props) => {
  const [broken, setBroken] = useState<string | null>(null);
  if (broken === src) return <span className={className}>No preview in this browser</span>;
  return (
    <img
      className={className}
      src={src}
      alt={alt}
      decoding="async"
      loading={lazy ? 'lazy' : 'eager'}
      onError={() => setBroken(src)}
    />
  );
};
