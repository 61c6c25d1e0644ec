import { LRUCache } from 'lru-cache';
import type { HeldImage, Images } from '../../ports/images.ts';
import type { Database } from '../database.ts';
import { add } from './add.ts';
import { find } from './find.ts';

const MAX_REMEMBERED = 20_000;

export const imagesIn = ({ run }: Database): Images => {
  // Images are never deleted and never become reviewers-only again, so what is free to see may be kept for good.
  // One under review is not kept: its approval changes it.
  const known = new LRUCache<string, HeldImage>({ max: MAX_REMEMBERED });
  const lookUp = find(run);
  const store = add(run);
  return {
    add: async (organizationId, images) => {
      await store(organizationId, images);
      // Most are used at once.
      for (const image of images)
        known.set(`${organizationId}/${image.hash}`, { ...image, reviewersOnly: false });
    },
    find: async (organizationId, hash) => {
      const key = `${organizationId}/${hash}`;
      const remembered = known.get(key);
      if (remembered) return remembered;
      const image = await lookUp(organizationId, hash);
      if (image && !image.reviewersOnly) known.set(key, image);
      return image;
    },
  };
};
