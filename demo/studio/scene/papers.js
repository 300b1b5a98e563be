// The papers of who applies: a card that says it is a specimen, a picture of who holds it, and of a studio an extract of a
// register. Usernames match ../../people.json.

import { paint } from './figure.js';
import { mix } from './members.js';

const applicants = {
  HanaSilver: { look: mix('YunaPark', ['MikaLune', { colour: '#b8bcc8', tip: '#e4e8f0', shine: '#ffffff' }], 'ElaraVoss', 'KaiTanaka', { face: { iris: '#5a6a7a' } }), name: 'HANA SILVER', born: '19 02 1996', country: 'JPN', blur: 7 },
  SaoirseQuinn: { look: mix('FreyaLind', ['RubyHale', { colour: '#a8481e', tip: '#d87838', shine: '#ffcf9a' }], 'IvyMoreau', 'SerenaFox', { face: { iris: '#4a8a6a', freckles: true } }), name: 'SAOIRSE QUINN', born: '03 06 1998', country: 'IRL' },
  RafaelMoura: { look: mix('MarcoBianchi', ['TheoBlack', { colour: '#1a1412', tip: '#3a2a22' }], 'KaiTanaka', 'AmaraSol', { face: { iris: '#4a3422', stubble: 0.6 } }), name: 'RAFAEL MOURA', born: '30 11 1994', country: 'BRA' },
};
const studios = { northlight: { name: 'Northlight Media AB', seat: 'Malmö', number: '559999-0000' } };

const sans = (size, weight = 400) => `${weight} ${size}px "DejaVu Sans", sans-serif`;

/** What there is to draw, as pairs of a username and a kind. */
export const papers = [
  ...Object.keys(applicants).flatMap((name) => [[name, 'id'], [name, 'document']]),
  ...Object.keys(studios).map((name) => [name, 'document']),
];

/** Draws one of them on a board of 1000 × 640, or 640 × 900 for an extract. */
export function paper(blank, name, kind) {
  if (studios[name]) return extract(blank(640, 900), studios[name]);
  const who = applicants[name];
  const face = new OffscreenCanvas(400, 500).getContext('2d');
  paint(face, who.look, { w: 400, h: 500, s: 150, cx: 0.5, cy: 0.47, close: true, detail: 0.7 }, {});
  const plain = new OffscreenCanvas(1000, 640).getContext('2d');
  card(plain, who, face.canvas);
  const ctx = blank(1000, 640);
  ctx.filter = who.blur ? `blur(${who.blur}px)` : 'none';
  if (kind === 'id') ctx.drawImage(plain.canvas, 0, 0);
  else held(ctx, who, plain.canvas);
  return ctx;
}

function card(ctx, { name, born, country }, face) {
  const ground = ctx.createLinearGradient(0, 0, 1000, 640);
  ground.addColorStop(0, '#dfe9f2');
  ground.addColorStop(0.5, '#f3efe2');
  ground.addColorStop(1, '#d8e6dc');
  ctx.fillStyle = ground;
  ctx.beginPath();
  ctx.roundRect(10, 10, 980, 620, 36);
  ctx.fill();
  ctx.strokeStyle = 'rgba(60,100,140,.16)';
  for (let i = 0; i < 26; i++) {
    ctx.beginPath();
    for (let x = 20; x <= 980; x += 10) ctx.lineTo(x, 50 + i * 22 + Math.sin(x / 60 + i * 0.7) * 12);
    ctx.stroke();
  }
  ctx.fillStyle = '#24466a';
  ctx.font = sans(34, 700);
  ctx.fillText('IDENTITY CARD · SPECIMEN', 60, 84);
  ctx.font = sans(26, 700);
  ctx.fillText(country, 880, 84);
  ctx.drawImage(face, 60, 130, 280, 350);
  const lines = [['Name', name], ['Date of birth', born], ['Number', 'SPEC 000 417'], ['Expires', '31 12 2031']];
  lines.forEach(([label, value], i) => {
    ctx.fillStyle = '#5a6a78';
    ctx.font = sans(20);
    ctx.fillText(label, 380, 160 + i * 84);
    ctx.fillStyle = '#16202a';
    ctx.font = sans(34, 700);
    ctx.fillText(value, 380, 198 + i * 84);
  });
  ctx.fillStyle = '#16202a';
  ctx.font = '700 28px "DejaVu Sans Mono", monospace';
  ctx.fillText(`I<SPECIMEN<<${name.replace(' ', '<<')}<<<<<<<<<`.padEnd(36, '<').slice(0, 36), 60, 560);
  ctx.save();
  ctx.translate(520, 360);
  ctx.rotate(-0.35);
  ctx.fillStyle = 'rgba(176,38,52,.2)';
  ctx.font = sans(150, 700);
  ctx.textAlign = 'center';
  ctx.fillText('SPECIMEN', 0, 40);
  ctx.restore();
}

function held(ctx, { look }, plain) {
  paint(ctx, look, { w: 1000, h: 640, s: 180, cx: 0.36, cy: 0.44, detail: 0.7 }, {});
  ctx.save();
  ctx.translate(700, 410);
  ctx.rotate(0.06);
  ctx.shadowColor = 'rgba(0,0,0,.5)';
  ctx.shadowBlur = 30;
  ctx.drawImage(plain, -190, -120, 380, 243);
  ctx.restore();
}

function extract(ctx, { name, seat, number }) {
  ctx.fillStyle = '#fbfaf5';
  ctx.fillRect(0, 0, 640, 900);
  ctx.fillStyle = '#1c2a3a';
  ctx.font = sans(24, 700);
  ctx.fillText('REGISTER OF COMPANIES · SPECIMEN', 50, 90);
  ctx.fillRect(50, 108, 540, 3);
  [['Company', name], ['Number', number], ['Seat', seat], ['Object', 'Production and representation'], ['Signs', 'The board, two members together']].forEach(([label, value], i) => {
    ctx.fillStyle = '#66707a';
    ctx.font = sans(16);
    ctx.fillText(label, 50, 170 + i * 72);
    ctx.fillStyle = '#1c2a3a';
    ctx.font = sans(22, 700);
    ctx.fillText(value, 50, 200 + i * 72);
  });
  ctx.strokeStyle = 'rgba(150,40,50,.55)';
  ctx.lineWidth = 5;
  ctx.beginPath();
  ctx.arc(490, 740, 76, 0, 7);
  ctx.stroke();
  ctx.fillStyle = 'rgba(150,40,50,.55)';
  ctx.font = sans(20, 700);
  ctx.textAlign = 'center';
  ctx.fillText('SPECIMEN', 490, 747);
  return ctx;
}
