// The members: a face, a hair, clothes and a place of the performers', mixed anew. Usernames match ../../people.json.

import { looks } from './looks.js';

/** Whose face, whose hair in which colours, whose clothes, and whose place and light. */
export function mix(face, [hair, colours], clothes, place, own = {}) {
  const { zoom, skin, shade, pose } = looks[face];
  return {
    zoom, skin, shade, pose,
    face: { ...looks[face].face, ringLight: false, ...own.face },
    hair: { ...looks[hair].hair, buns: undefined, ...colours },
    body: looks[face].body,
    clothes: looks[clothes].clothes.filter(({ trim }) => trim !== 'armour' && trim !== 'apron'),
    wear: own.wear, beard: own.beard,
    place: looks[place].place, light: looks[place].light,
    ...own.look,
  };
}

export const members = {
  lucien: mix('MarcoBianchi', ['DanteKold', { colour: '#5a4a3a', tip: '#7a6a52', shine: '#d8c8a0' }], 'DanteKold', 'RubyHale', { face: { iris: '#4a6a8a', stubble: 0.2 } }),
  sable77: mix('SerenaFox', ['ElaraVoss', { colour: '#121016', tip: '#2a2430' }], 'NovaRay', 'ElaraVoss', { face: { iris: '#3a2a1a', freckles: false } }),
  wolfhound: mix('DanteKold', ['MarcoBianchi', { colour: '#8a8f98', tip: '#b4b8c0', shine: '#f0f4ff' }], 'KaiTanaka', 'TheoBlack', { face: { iris: '#5a7a9a', stubble: 1 } }),
  mireille: mix('RubyHale', ['MikaLune', { colour: '#c99a4a', tip: '#e6c27a', shine: '#fff0c0' }], 'ElaraVoss', 'ZuriBloom', { face: { iris: '#3a5a8a', lips: '#b84a5a', freckles: false } }),
  vapor9: mix('KaiTanaka', ['KaiTanaka', { colour: '#e8e4f0', tip: '#b08aff', shine: '#ffffff' }], 'DanteKold', 'NovaRay', {}),
  quietriot: mix('ZuriBloom', ['ZuriBloom', { colour: '#3a1a4a', tip: '#8a4ab0' }], 'SerenaFox', 'DanteKold', { face: { lips: '#7a2a5a' } }),
  kitkat: mix('MikaLune', ['RubyHale', { colour: '#d0703a', tip: '#f0a060', shine: '#ffe0b0' }], 'YunaPark', 'MikaLune', { face: { freckles: true, iris: '#4a8a5a', shadow: '#c07a4a', brow: '#8a4a2a' } }),
  dmoreau: mix('TheoBlack', ['TheoBlack', {}], 'MarcoBianchi', 'MarcoBianchi', { beard: { colour: '#2a2422', beardLong: 0.05 } }),
};
