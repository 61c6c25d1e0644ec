import type { ObjectName } from './objects.ts';

/** A family of scenes. Where several values are listed, the seed picks one of them. */
export type Family = {
  name: string;
  scenes: number;
  objects: ObjectName[];
  background: ('uniform' | 'gradient' | 'sweep' | 'mottled' | 'two-zone' | 'wood')[];
  edge: ('sharp' | 'soft' | 'hair' | 'glass')[];
  surface: ('plain' | 'label' | 'stripes' | 'checks' | 'fabric' | 'glossy')[];
  /** The range of the darkest shade of the shadow, 0 to 1. */
  shadow: [number, number];
  /** Sensor noise, in levels of 255. */
  noise: [number, number];
  jpegQuality?: number;
  whiteOnWhite?: boolean;
  touchesBorder?: boolean;
};

const ALL: ObjectName[] = ['bottle', 'shoe', 'dress', 'mug', 'ring', 'bag', 'chair', 'vase'];
const SOLID: ObjectName[] = ['bottle', 'shoe', 'dress', 'vase', 'mug', 'bag'];

export const FAMILIES: Family[] = [
  {
    name: 'uniform',
    scenes: 10,
    objects: ALL,
    background: ['uniform'],
    edge: ['sharp', 'soft'],
    surface: ['plain', 'label', 'fabric', 'glossy'],
    shadow: [0, 0],
    noise: [0.5, 2],
  },
  {
    name: 'gradient',
    scenes: 10,
    objects: ALL,
    background: ['gradient', 'sweep'],
    edge: ['sharp', 'soft'],
    surface: ['plain', 'label', 'fabric', 'glossy'],
    shadow: [0, 0.12],
    noise: [0.5, 2.5],
  },
  {
    name: 'shadow',
    scenes: 10,
    objects: SOLID,
    background: ['uniform', 'gradient'],
    edge: ['sharp', 'soft'],
    surface: ['plain', 'glossy', 'fabric'],
    shadow: [0.25, 0.55],
    noise: [0.5, 2],
  },
  {
    name: 'holes',
    scenes: 8,
    objects: ['mug', 'ring', 'bag', 'chair'],
    background: ['uniform', 'gradient'],
    edge: ['sharp', 'soft'],
    surface: ['plain', 'stripes', 'glossy'],
    shadow: [0, 0.2],
    noise: [0.5, 2],
  },
  {
    name: 'hair',
    scenes: 8,
    objects: ['vase'],
    background: ['uniform', 'gradient'],
    edge: ['hair'],
    surface: ['plain', 'fabric'],
    shadow: [0, 0.15],
    noise: [0.5, 2],
  },
  {
    name: 'glass',
    scenes: 8,
    objects: ['bottle', 'vase'],
    background: ['uniform', 'gradient'],
    edge: ['glass'],
    surface: ['plain', 'label'],
    shadow: [0, 0.15],
    noise: [0.5, 1.5],
  },
  {
    name: 'noise',
    scenes: 8,
    objects: ALL,
    background: ['uniform', 'mottled', 'gradient'],
    edge: ['sharp', 'soft'],
    surface: ['plain', 'fabric', 'label'],
    shadow: [0, 0.2],
    noise: [4, 9],
    jpegQuality: 82,
  },
  {
    name: 'texture',
    scenes: 8,
    objects: SOLID,
    background: ['uniform', 'gradient'],
    edge: ['sharp', 'soft'],
    surface: ['stripes', 'checks'],
    shadow: [0, 0.2],
    noise: [0.5, 2],
    jpegQuality: 90,
  },
  {
    name: 'border',
    scenes: 8,
    objects: ['dress', 'bottle', 'shoe', 'bag'],
    background: ['uniform', 'gradient'],
    edge: ['sharp', 'soft'],
    surface: ['plain', 'fabric', 'label'],
    shadow: [0, 0.2],
    noise: [0.5, 2],
    touchesBorder: true,
  },
  {
    name: 'busy',
    scenes: 8,
    objects: SOLID,
    background: ['two-zone', 'wood'],
    edge: ['sharp', 'soft'],
    surface: ['plain', 'fabric', 'glossy'],
    shadow: [0.1, 0.4],
    noise: [0.5, 2],
    jpegQuality: 90,
  },
  {
    name: 'white-on-white',
    scenes: 10,
    objects: SOLID,
    background: ['uniform', 'sweep'],
    edge: ['sharp', 'soft'],
    surface: ['plain', 'fabric'],
    shadow: [0.03, 0.15],
    noise: [0.3, 1],
    whiteOnWhite: true,
  },
];
