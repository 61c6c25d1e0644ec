import { useEffect, useState } from 'react';

export type PictureSource = {
  src: string;
  /** A small copy, shown at once. */
  small?: string;
  /** The same for screens with two dots for each pixel. */
  smallDense?: string;
};

type Props = PictureSource & {
  alt: string;
  className?: string;
  /** The small copy is enough, and is loaded when it is scrolled to. */
  thumbnail?: boolean;
};

/** A picture: its small copy at first and itself when it has come, or words where neither can be shown. */
export const Picture = (props: Props) => <FirstSmall key={props.src} {...props} />;

const FirstSmall = ({ src, alt, className, small, smallDense, thumbnail = false }: Props) => {
  const [shown, setShown] = useState<'small' | 'whole' | 'nothing'>(small ? 'small' : 'whole');
  useEffect(() => {
    if (!small || thumbnail) return;
    const whole = new Image();
    whole.src = src;
    // A format that the browser does not know stays as its small copy.
    whole.decode().then(
      () => setShown('whole'),
      () => {},
    );
    return () => whole.removeAttribute('src');
  }, [src, small, thumbnail]);
  if (shown === 'nothing') return <span className={className}>No preview in this browser</span>;
  const isSmall = shown === 'small';
  return (
    <img
      className={className}
      src={isSmall ? small : src}
      srcSet={isSmall && smallDense ? `${small} 1x, ${smallDense} 2x` : undefined}
      alt={alt}
      // What takes the place of its small copy is decoded already; put there later it would leave a gap.
      decoding={small && !thumbnail ? 'sync' : 'async'}
      loading={thumbnail ? 'lazy' : 'eager'}
      onError={() => setShown(isSmall ? 'whole' : 'nothing')}
    />
  );
};
