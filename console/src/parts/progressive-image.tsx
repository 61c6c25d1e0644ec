import { useEffect, useState } from 'react';

export type ImageSource = {
  src: string;
  /** A thumbnail, shown until the full image has loaded. */
  small?: string;
  /** The thumbnail for screens with a pixel ratio of 2. */
  smallDense?: string;
};

type Props = ImageSource & {
  alt: string;
  className?: string;
  /** Shows only the thumbnail, and loads it when it is scrolled into view. */
  thumbnail?: boolean;
};

/** Shows the thumbnail first and the full image once it has loaded, or a text if the browser can show neither. */
export const ProgressiveImage = (props: Props) => <FirstSmall key={props.src} {...props} />;

const FirstSmall = ({ src, alt, className, small, smallDense, thumbnail = false }: Props) => {
  const [shown, setShown] = useState<'small' | 'whole' | 'nothing'>(small ? 'small' : 'whole');
  useEffect(() => {
    if (!small || thumbnail) return;
    const whole = new Image();
    whole.src = src;
    // If the browser cannot decode the format, the thumbnail stays.
    whole.decode().then(
      () => setShown('whole'),
      () => {},
    );
    return () => whole.removeAttribute('src');
  }, [src, small, thumbnail]);
  if (shown === 'nothing') return <span className={className}>This browser cannot show the image</span>;
  const isSmall = shown === 'small';
  return (
    <img
      className={className}
      src={isSmall ? small : src}
      srcSet={isSmall && smallDense ? `${small} 1x, ${smallDense} 2x` : undefined}
      alt={alt}
      // The full image is already decoded when it replaces the thumbnail; with async decoding it would flicker.
      decoding={small && !thumbnail ? 'sync' : 'async'}
      loading={thumbnail ? 'lazy' : 'eager'}
      onError={() => setShown(isSmall ? 'whole' : 'nothing')}
    />
  );
};
