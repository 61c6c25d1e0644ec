/** The sample photo on which the docs show each recipe of the cookbook: a product that suits the recipe. */
export const RECIPE_PHOTOS: Record<string, string> = {
  'marketplace-main': 'bottle.jpg',
  ghost: 'bottle.jpg',
  'social-4x5': 'mug.jpg',
  'all-formats': 'bottle.jpg',
  'thumbnail-20k': 'carton.jpg',
  'watermark-proof': 'dress.jpg',
  'mannequin-crop': 'dress.jpg',
  'catalogue-reflection': 'bottle.jpg',
  glass: 'tumbler.jpg',
  'archive-tiff': 'carton.jpg',
  'avif-web': 'mug.jpg',
};
