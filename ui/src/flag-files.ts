// The address of each flag's file. `flag-icons` is the folder of SVG files of country-flag-icons (see web/vite.config.ts).
import at from 'flag-icons/AT.svg'
import be from 'flag-icons/BE.svg'
import bf from 'flag-icons/BF.svg'
import bg from 'flag-icons/BG.svg'
import bj from 'flag-icons/BJ.svg'
import cf from 'flag-icons/CF.svg'
import cg from 'flag-icons/CG.svg'
import ci from 'flag-icons/CI.svg'
import cm from 'flag-icons/CM.svg'
import cy from 'flag-icons/CY.svg'
import de from 'flag-icons/DE.svg'
import ee from 'flag-icons/EE.svg'
import es from 'flag-icons/ES.svg'
import fi from 'flag-icons/FI.svg'
import fr from 'flag-icons/FR.svg'
import ga from 'flag-icons/GA.svg'
import gn from 'flag-icons/GN.svg'
import gq from 'flag-icons/GQ.svg'
import gr from 'flag-icons/GR.svg'
import gw from 'flag-icons/GW.svg'
import hr from 'flag-icons/HR.svg'
import ie from 'flag-icons/IE.svg'
import it from 'flag-icons/IT.svg'
import lt from 'flag-icons/LT.svg'
import lu from 'flag-icons/LU.svg'
import lv from 'flag-icons/LV.svg'
import mg from 'flag-icons/MG.svg'
import ml from 'flag-icons/ML.svg'
import mt from 'flag-icons/MT.svg'
import ne from 'flag-icons/NE.svg'
import nl from 'flag-icons/NL.svg'
import pt from 'flag-icons/PT.svg'
import si from 'flag-icons/SI.svg'
import sk from 'flag-icons/SK.svg'
import sn from 'flag-icons/SN.svg'
import td from 'flag-icons/TD.svg'
import tg from 'flag-icons/TG.svg'

export const flagFiles: Readonly<Record<string, string>> = {
  AT: at,
  BE: be,
  BF: bf,
  BG: bg,
  BJ: bj,
  CF: cf,
  CG: cg,
  CI: ci,
  CM: cm,
  CY: cy,
  DE: de,
  EE: ee,
  ES: es,
  FI: fi,
  FR: fr,
  GA: ga,
  GN: gn,
  GQ: gq,
  GR: gr,
  GW: gw,
  HR: hr,
  IE: ie,
  IT: it,
  LT: lt,
  LU: lu,
  LV: lv,
  MG: mg,
  ML: ml,
  MT: mt,
  NE: ne,
  NL: nl,
  PT: pt,
  SI: si,
  SK: sk,
  SN: sn,
  TD: td,
  TG: tg,
}
