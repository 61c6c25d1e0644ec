import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { imageUrl } from '../../executions/executions.ts';
import { useSignedIn } from '../../session/session.ts';
import { coverQuery } from '../workflows.ts';

/** The newest result of a workflow as a small image. It is requested when it is scrolled into view. */
export const Cover = ({ workflow }: { workflow: string }) => {
  const organization = useSignedIn().organization.id;
  const place = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (!place.current || seen) return;
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true));
    watcher.observe(place.current);
    return () => watcher.disconnect();
  }, [seen]);
  const { data: cover } = useQuery({ ...coverQuery(organization, workflow), enabled: seen });
  return (
    <div ref={place} className="thumbnail cover">
      {cover && (
        <img
          src={imageUrl(organization, cover.hash, cover.name, 160)}
          srcSet={`${imageUrl(organization, cover.hash, cover.name, 160)} 1x, ${imageUrl(organization, cover.hash, cover.name, 320)} 2x`}
          alt=""
        />
      )}
    </div>
  );
};
