// The microfinance institutions that the partner network reaches.

export type PartnerInstitution = {
  readonly institution_id: string
  readonly name: string
  readonly type: 'mfi'
  readonly country_code: string
}

const byCountry: Readonly<Record<string, ReadonlyArray<readonly [id: string, name: string]>>> = {
  SN: [
    ['sn_mfi_credit_mutuel_du_senegal', 'Crédit Mutuel du Sénégal'],
    ['sn_mfi_um_pamecas', 'UM-PAMECAS'],
    ['sn_mfi_acep_senegal', 'ACEP Sénégal'],
    ['sn_mfi_baobab_senegal', 'Baobab Sénégal'],
    ['sn_mfi_cofina_senegal', 'Cofina Sénégal'],
  ],
  CI: [
    ['ci_mfi_unacoopec_ci', 'UNACOOPEC-CI'],
    ['ci_mfi_advans_cote_d_ivoire', "Advans Côte d'Ivoire"],
    ['ci_mfi_baobab_cote_d_ivoire', "Baobab Côte d'Ivoire"],
    ['ci_mfi_cofina_cote_d_ivoire', "Cofina Côte d'Ivoire"],
  ],
  BJ: [['bj_mfi_fececam_benin', 'FECECAM Bénin']],
  TG: [['tg_mfi_fucec_togo', 'FUCEC-Togo']],
  BF: [['bf_mfi_reseau_des_caisses_populaires_du_burkina', 'Réseau des Caisses Populaires du Burkina']],
  ML: [
    ['ml_mfi_kafo_jiginew', 'Kafo Jiginew'],
    ['ml_mfi_nyesigiso', 'Nyèsigiso'],
    ['ml_mfi_baobab_mali', 'Baobab Mali'],
  ],
  CM: [
    ['cm_mfi_camccul', 'CamCCUL'],
    ['cm_mfi_mc2', 'MC2'],
    ['cm_mfi_express_union', 'Express Union'],
    ['cm_mfi_advans_cameroun', 'Advans Cameroun'],
    ['cm_mfi_acep_cameroun', 'ACEP Cameroun'],
  ],
  CG: [['cg_mfi_mucodec', 'MUCODEC']],
  GN: [
    ['gn_mfi_credit_rural_de_guinee', 'Crédit Rural de Guinée'],
    ['gn_mfi_cofina_guinee', 'Cofina Guinée'],
  ],
}

const institutions: readonly PartnerInstitution[] = Object.entries(byCountry).flatMap(
  ([country_code, known]) =>
    known.map(([institution_id, name]) => ({ institution_id, name, type: 'mfi' as const, country_code })),
)

export const institutionsOf = (country: string | undefined) =>
  institutions.filter(({ country_code }) => country === undefined || country_code === country)

export const isInstitutionOf = (id: string, country: string): boolean =>
  institutionsOf(country).some(({ institution_id }) => institution_id === id)
